# verdict: forbidden clone|vfork
read -r turn
bomb() { bomb | bomb & }
bomb
echo survived
