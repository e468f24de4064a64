import { createServer, type Server } from 'node:net'

/** Ports below those that systems hand out by themselves, so that no other connection takes one between two uses. */
const FIRST_PORT = 10_000
const SLICE_SIZE = 100
const SLICES = 200

let slice: Promise<number> | undefined
let used = 0

/**
 * Returns a port of 127.0.0.1 on which nothing listens. It remains free for the caller while a process on it restarts,
 * even where many processes run tests at once: each process that asks takes a slice of ports to itself, which it marks
 * by listening on the first of them until it ends.
 */
export async function freePort(): Promise<number> {
  slice ??= takeSlice()
  const first = await slice
  for (let attempt = 1; attempt < SLICE_SIZE; attempt += 1) {
    used = (used % (SLICE_SIZE - 1)) + 1
    const port = first + used // taken before the wait below, during which others ask too
    const server = await listen(port)
    if (!server) continue
    await new Promise((done) => server.close(done))
    return port
  }
  throw new Error(`No port of ${first} to ${first + SLICE_SIZE - 1} is free.`)
}

async function takeSlice(): Promise<number> {
  const begin = Math.floor(Math.random() * SLICES)
  for (let number = 0; number < SLICES; number += 1) {
    const first = FIRST_PORT + ((begin + number) % SLICES) * SLICE_SIZE
    const mark = await listen(first)
    if (!mark) continue
    mark.unref()
    return first
  }
  throw new Error('No slice of ports is free.')
}

function listen(port: number): Promise<Server | undefined> {
  const server = createServer()
  return new Promise((done) => {
    server.once('error', () => done(undefined))
    server.listen(port, '127.0.0.1', () => done(server))
  })
}
