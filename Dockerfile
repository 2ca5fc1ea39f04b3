# The course server; docs/serve/server.md tells how to run it.
FROM python:3.12-slim-bookworm AS wheel
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends g++ make \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /garlic
COPY . .
RUN make wheel

FROM python:3.12-slim-bookworm
# What students' bots are compiled and run with.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends default-jdk-headless g++ libseccomp2 nodejs perl \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 arena
COPY --from=wheel /garlic/dist /wheels
# The wheel is the version.
# hadolint ignore=DL3013
RUN pip install --no-cache-dir "garlic-arena[postgres,cluster]" --find-links /wheels \
    && rm -rf /wheels
USER 1000
WORKDIR /home/arena
VOLUME /home/arena
EXPOSE 8000
# GARLIC_TOKEN and GARLIC_DATABASE come from outside; without a token one is made and printed.
CMD ["garlic", "serve", "--host", "0.0.0.0", "--port", "8000", "--no-browser"]
