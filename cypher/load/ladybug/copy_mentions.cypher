// First load of mentions in bulk; the columns of the frame are those of the table, in order.
// $frame: Arrow table
COPY MENTIONS FROM $frame
