// Remember profile, policy, rules, strategy and operators, so that the next command need not be told again.
// $settings: JSON
MATCH (c:Corpus {id: 'corpus'})
SET c.settings = $settings
