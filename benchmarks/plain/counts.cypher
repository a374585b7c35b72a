MATCH ()-[l:LINKED]->() RETURN count(l) AS links
