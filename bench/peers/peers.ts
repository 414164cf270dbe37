// The servers that the gateway is compared with.

import { type Command, isInstalled, ownProgram } from '../programs.ts'
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
  (file: string) =>
  ({ port, folder }: PeerArguments): Command => [
    process.execPath,
    ownProgram(`peers/${file}`),
    String(port),
    folder,
  ]

const bare = { title: 'bare node:http, same bytes and headers', command: onNode('bare'), goal: 0.8 }
const express = {
  title: 'Express, express-rate-limit, express.static',
  command: onNode('express'),
  goal: 4,
}
const fastify = { title: 'Fastify, its rate limit, bodies in a Map', command: onNode('fastify'), goal: 1 }
const nginx = { title: 'nginx, one worker', command: nginxCommand, goal: 0.45 }

/** The peers that this machine has. */
export const peersHere: readonly Peer[] = [
  { name: 'bare', ...bare },
  { name: 'express', ...express },
  { name: 'fastify', ...fastify },
  ...(isInstalled('nginx') ? [{ name: 'nginx', ...nginx }] : []),
]
