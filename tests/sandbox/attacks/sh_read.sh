# verdict: forbidden openat /etc/passwd
read -r turn
read -r line < /etc/passwd
echo survived
