# verdict: forbidden execve
read -r turn
exec /bin/true
echo survived
