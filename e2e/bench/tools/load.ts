import { fork } from 'node:child_process'
import { join } from 'node:path'

export interface LoadRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

export interface LoadOptions {
  host: string
  port: number
  /** Requests to send one after the other, distributed over all connections. */
  requests: LoadRequest[]
  connections: number
  seconds: number
  /** Milliseconds that each connection waits before its next request; none when omitted. */
  pauseMs?: number
  /** Processes whose processor time is to be measured. */
  pids: number[]
}

export interface LoadResult {
  perSecond: number
  /** Microseconds of processor time per request, for each of `pids`. */
  cpuMicroseconds: number[]
  /** Milliseconds from sending a request to the end of its answer. */
  p50: number
  p95: number
  p99: number
  /** Number of answers of each status. */
  statuses: Record<string, number>
}

/**
 * Sends requests from another process for some seconds and measures the answers.
 * @throws Error when an answer has a status other than the expected one.
 */
export async function load(
  url: string,
  options: Omit<LoadOptions, 'host' | 'port'>,
  expected: string,
): Promise<LoadResult> {
  const { hostname: host, port } = new URL(url)
  const child = fork(join(import.meta.dirname, 'load-process.ts'), { execArgv: [] })
  const result = await new Promise<LoadResult>((resolve, reject) => {
    child.once('message', (message) => resolve(message as LoadResult))
    child.once('exit', (code) => reject(new Error(`The load ended with ${code} before it had a result.`)))
    child.send({ ...options, host, port: Number(port) } satisfies LoadOptions)
  })
  const others = Object.keys(result.statuses).filter((status) => status !== expected)
  if (others.length > 0) throw new Error(`Expected ${expected} only, got ${JSON.stringify(result.statuses)}`)
  return result
}
