# The site, its worker and its scheduler; docker-compose.yml says which of them a container is.
FROM python:3.13-slim-bookworm

ENV PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    DATA_DIR=/data

# A volume that is empty takes over the owner of the folder it covers.
RUN useradd --system --uid 10001 --home-dir /app --shell /usr/sbin/nologin pegboard \
    && install --directory --owner pegboard --group pegboard /data /data/backups

WORKDIR /app
COPY requirements.txt .
RUN grep -v pytest requirements.txt > /tmp/requirements.txt && pip install --no-deps --requirement /tmp/requirements.txt
COPY . .
RUN python -m config.catalogs && python -m compileall -q .

USER pegboard
VOLUME /data
EXPOSE 8000

# Whether the process lives, not whether the database does: a new container would not bring that back.
HEALTHCHECK --interval=15s --timeout=6s --start-period=30s --retries=4 CMD ["python", "-c", "\
import http.client; \
connection = http.client.HTTPConnection('127.0.0.1', 8000, timeout=5); \
connection.request('GET', '/healthz'); \
raise SystemExit(connection.getresponse().status >= 500)"]

CMD ["python", "-m", "config.server", "--host", "0.0.0.0", "--port", "8000", "--workers", "2"]
