# verdict: forbidden socket
input()
import socket

socket.create_connection(("127.0.0.1", 80))
print("survived", flush=True)
