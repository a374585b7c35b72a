// First load of links in bulk; the columns of the frame are those of the table, in order.
// $frame: Arrow table
COPY LINKED FROM $frame
