// The servers that the gateway is compared with.

import { nginxCommand } from '../peers/nginx.ts'
import { ownProgram } from './paths.ts'
import { type Command, isInstalled } from './run.ts'
import type { ServerPlan } from './server.ts'

export const PEERS = {
  bare: 'bare node:http, same bytes and headers',
  'express-usual': 'Express, express-rate-limit, express.static',
  'fastify-memory': 'Fastify, its rate limit, bodies in a Map',
  'fastify-disk': 'Fastify, its rate limit, its static plugin',
  nginx: 'nginx, one worker',
} as const

export type PeerName = keyof typeof PEERS

export function peersHere(): PeerName[] {
  const names: PeerName[] = ['bare', 'express-usual', 'fastify-memory', 'fastify-disk']
  return isInstalled('nginx') ? [...names, 'nginx'] : names
}

/** @param folder of captured answers */
export function peerPlan(name: PeerName, folder: string): Omit<ServerPlan, 'probe'> {
  const command = (port: number): Command =>
    name === 'nginx'
      ? nginxCommand({ port, folder })
      : [process.execPath, ownProgram(`peers/${name}`), String(port), folder]
  return { name, command, env: { NODE_ENV: 'production' } }
}
