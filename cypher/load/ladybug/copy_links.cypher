// Links derived in arrays in bulk, into an empty table: from, to, then the properties in their order.
// $rows: a STRING, b STRING, strength DOUBLE, residual_strength DOUBLE, hop_risk DOUBLE, via STRING[], pre_hop_risk DOUBLE
COPY LINKED FROM $rows
