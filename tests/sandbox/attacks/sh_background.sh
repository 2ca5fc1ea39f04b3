# verdict: forbidden clone|vfork|fork
read line
sleep 100 &
echo survived
read line
