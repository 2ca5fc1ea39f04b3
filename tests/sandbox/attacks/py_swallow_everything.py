# verdict: too late
input()
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
