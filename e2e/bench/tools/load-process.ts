import { createConnection, type Socket } from 'node:net'
import { processCpuMs } from './cpu.ts'
import type { LoadOptions, LoadResult } from './load.ts'

/**
 * Generates the load in a process of its own, so that it takes no time from the one that measures. Each connection
 * sends its next request once the last one is answered. Of HTTP it parses only an answer's status and where it ends, so
 * that on few cores most of the processor is left to the server.
 */

const HEADER_END = Buffer.from('\r\n\r\n')
const WARM_UP_SHARE = 0.25

async function run(options: LoadOptions): Promise<LoadResult> {
  const { host, port, requests, connections, seconds, pids, pauseMs } = options
  const texts = requests.map((request) => requestText(`${host}:${port}`, request))
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  let isMeasuring = false
  let isOver = false
  let next = 0

  const drive = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0
      const send = () => {
        if (isOver) return resolve()
        sentAt = performance.now()
        socket.write(texts[next++ % texts.length]!)
      }
      socket.on('error', reject)
      socket.on('close', () => resolve())
      socket.on(
        'data',
        answers((status) => {
          if (isMeasuring) {
            latencies.push(performance.now() - sentAt)
            statuses[status] = (statuses[status] ?? 0) + 1
          }
          if (pauseMs === undefined) send()
          else setTimeout(send, pauseMs)
        }),
      )
      send()
    })

  const sockets = await Promise.all(Array.from({ length: connections }, () => connect(host, port)))
  const driven = sockets.map(drive)
  await pause(seconds * WARM_UP_SHARE)
  const cpuBefore = pids.map(processCpuMs)
  const started = performance.now()
  isMeasuring = true
  await pause(seconds)
  isMeasuring = false
  const elapsed = (performance.now() - started) / 1000
  const cpu = pids.map((pid, index) => processCpuMs(pid) - cpuBefore[index]!)
  isOver = true
  await Promise.all(driven)
  for (const socket of sockets) socket.destroy()

  latencies.sort((one, other) => one - other)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return {
    perSecond: latencies.length / elapsed,
    cpuMicroseconds: cpu.map((milliseconds) => (milliseconds * 1000) / latencies.length),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    statuses,
  }
}

function requestText(host: string, request: LoadOptions['requests'][number]): string {
  const body = request.body === undefined ? '' : JSON.stringify(request.body)
  const headers = {
    host,
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  const lines = Object.entries({ ...headers, ...request.headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${request.method ?? 'GET'} ${request.path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** Parses a connection's bytes and calls `done` with the status of each answer once it is complete. */
function answers(done: (status: string) => void): (chunk: Buffer) => void {
  let held: Buffer = Buffer.alloc(0)
  return (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (;;) {
      const headerEnd = held.indexOf(HEADER_END)
      if (headerEnd < 0) return
      const head = held.toString('latin1', 0, headerEnd)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      const end = headerEnd + HEADER_END.length + length
      if (held.length < end) return
      held = held.subarray(end)
      done(head.slice(9, 12))
    }
  }
}

function connect(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

process.once('message', async (options: LoadOptions) => {
  process.send!(await run(options), () => process.exit(0))
})
