# verdict: forbidden kill
read -r turn
kill -9 1
echo survived
