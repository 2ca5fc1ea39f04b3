# verdict: too late
read -r turn
trap '' HUP INT TERM XCPU ALRM
while :; do :; done
echo survived
