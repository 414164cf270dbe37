// The servers that the gateway is compared with.

import { ownProgram } from '../programs/paths.ts'
import { type Command, isInstalled } from '../programs/run.ts'
import { nginxCommand } from './nginx.ts'
import type { PeerArguments } from './served.ts'

export interface Peer {
  name: string
  title: string
  command: (given: PeerArguments) => Command
  /** How many times as fast the gateway is to be at pages. */
  goal: number
}

const onNode =
  (file: string, ...more: string[]) =>
  ({ port, folder }: PeerArguments): Command => [
    process.execPath,
    ownProgram(`peers/${file}`),
    String(port),
    folder,
    ...more,
  ]

const PEERS: readonly Peer[] = [
  { name: 'bare', title: 'bare node:http, same bytes and headers', command: onNode('bare'), goal: 0.8 },
  {
    name: 'express-usual',
    title: 'Express, express-rate-limit, express.static',
    command: onNode('express-usual'),
    goal: 4,
  },
  {
    name: 'fastify-memory',
    title: 'Fastify, its rate limit, bodies in a Map',
    command: onNode('fastify', 'memory'),
    goal: 1,
  },
  {
    name: 'fastify-disk',
    title: 'Fastify, its rate limit, its static plugin',
    command: onNode('fastify', 'disk'),
    goal: 2,
  },
  { name: 'nginx', title: 'nginx, one worker', command: nginxCommand, goal: 0.45 },
]

/** The peers that this machine has. */
export const peersHere: readonly Peer[] = PEERS.filter(({ name }) => name !== 'nginx' || isInstalled('nginx'))
