// The configuration of nginx: one worker, a map of keys, limit_req, gzip_static, a map from target to file.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '../programs.ts'
import { FILES, LIMIT, type PeerArguments, readAnswers, readCredentials } from './served.ts'

/** Writes the configuration; returns the command that starts nginx with it. */
export function nginxCommand({ port, folder }: PeerArguments): Command {
  const prefix = join(folder, 'nginx')
  mkdirSync(prefix, { recursive: true })
  const path = join(prefix, 'nginx.conf')
  writeFileSync(path, configuration({ port, folder }, prefix))
  return ['nginx', '-e', 'stderr', '-p', prefix, '-c', path]
}

// One process without a master above the worker, so that its processor time is one number.
function configuration({ port, folder }: PeerArguments, prefix: string): string {
  return `
daemon off;
master_process off;
pid ${prefix}/pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${prefix}/body;
  proxy_temp_path ${prefix}/proxy;
  fastcgi_temp_path ${prefix}/fastcgi;
  uwsgi_temp_path ${prefix}/uwsgi;
  scgi_temp_path ${prefix}/scgi;
  sendfile on;
  tcp_nopush on;
  tcp_nodelay on;
  keepalive_requests 1000000000;
  open_file_cache max=20000 inactive=1h;
  default_type application/json;
  map_hash_bucket_size 256;
  map_hash_max_size 262144;
  map $http_authorization $known {
    default 0;
${lines(readCredentials(folder), (credentials) => `"${credentials}" 1`)}
  }
  map $request_uri $file {
    default /none;
${lines(readAnswers(folder), ({ target, file }) => `"${target}" /${file}`)}
  }
  limit_req_zone $http_authorization zone=keys:32m rate=${LIMIT.requests / (LIMIT.windowMs / 60_000)}r/m;
  server {
    listen 127.0.0.1:${port};
    root ${join(folder, FILES)};
    location / {
      if ($known = 0) { return 401; }
      rewrite ^ $file? break;
      limit_req zone=keys burst=${LIMIT.requests} nodelay;
      gzip_static on;
      add_header Cache-Control "private, max-age=3600";
      add_header Vary "Authorization, Accept-Encoding";
    }
  }
}
`
}

function lines<T>(all: Iterable<T>, line: (each: T) => string): string {
  return Array.from(all, (each) => `    ${line(each)};`).join('\n')
}
