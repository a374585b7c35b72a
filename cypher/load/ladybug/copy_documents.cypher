// First load of documents in bulk; the columns of the frame are those of the table, in order.
// $frame: Arrow table
COPY Document FROM $frame
