# verdict: forbidden clone|vfork|fork
read line
echo survived | cat
