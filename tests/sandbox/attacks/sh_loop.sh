# verdict: too late
read -r turn
while :; do :; done
echo survived
