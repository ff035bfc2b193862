// nginx before the servers, with the configuration of docs/scaling.md.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@gaffer/fakes/free-port'

/** @param {{ nginx: string }} programs @param {string} folder @param {number[]} ports */
export async function startNginx({ nginx }, folder, ports) {
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  await write(ports)
  const child = spawn(nginx, ['-c', file, '-p', folder, '-e', join(folder, 'nginx.log')], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    await sleep(50)
  }
  return {
    url,
    /** Sends new requests to these servers only. @param {number[]} inUse */
    async use(inUse) {
      await write(inUse)
      execFileSync(nginx, ['-c', file, '-p', folder, '-e', join(folder, 'nginx.log'), '-s', 'reload'], {
        stdio: 'ignore',
      })
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }

  /** @param {number[]} inUse */
  function write(inUse) {
    const servers = inUse.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=2s;`).join(' ')
    return writeFile(
      file,
      `daemon off;
worker_processes 1;
worker_shutdown_timeout 5s;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  upstream gaffer { least_conn; ${servers} keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 8m;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_read_timeout 20s;
    proxy_connect_timeout 2s;
    proxy_next_upstream error timeout;
    proxy_next_upstream_tries 2;
    location = /api/me/live { proxy_pass http://gaffer; proxy_buffering off; proxy_read_timeout 1h; }
    location / { proxy_pass http://gaffer; }
  }
}
`,
    )
  }
}
