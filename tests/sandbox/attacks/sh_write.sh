# verdict: forbidden openat /tmp/garlic-attack
read -r turn
echo garlic > /tmp/garlic-attack
echo survived
