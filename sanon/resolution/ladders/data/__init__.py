"""What the ladders know: countries, towns, peoples, conditions, medicines, occupations, organisations."""
