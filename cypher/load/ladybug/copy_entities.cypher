// First load of entities in bulk; the columns of the frame are those of the table, in order.
// $frame: Arrow table
COPY Entity FROM $frame
