# verdict: forbidden clone|vfork
read -r turn
/bin/true; /bin/true
echo survived
