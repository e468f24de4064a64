import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** A trace that a request belongs to (W3C Trace Context): its id, and the flags by which it is recorded or not. */
interface Trace {
  id: string
  flags: string
}

/** A `traceparent` header of any version, with the id of its trace and its flags (W3C Trace Context, section 3.2). */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(?:-|$)/

const traces = new AsyncLocalStorage<Trace | undefined>()

/** Does work that belongs to the trace of a `traceparent` header, or to none if there is none or it is wrong. */
export const withinTrace = <T>(traceparent: string | null | undefined, work: () => T): T =>
  traces.run(readTrace(traceparent), work)

/**
 * Binds work to the trace of the request that asks for it. Whoever calls it later, such as a queue that serves many
 * requests, may itself belong to another trace.
 */
export function inPresentTrace<Given extends unknown[], T>(work: (...given: Given) => T): (...given: Given) => T {
  const trace = traces.getStore()
  return (...given) => traces.run(trace, () => work(...given))
}

/** The id of the trace that a `traceparent` header names; undefined if there is none or it is wrong. */
export const traceIdOf = (traceparent: string | null | undefined): string | undefined => readTrace(traceparent)?.id

/**
 * The `traceparent` for what is asked of others on behalf of the work under way: of its trace, with an id of its own, as
 * there is nothing here that would tell of a span between. Undefined if the work belongs to no trace.
 */
export function nextTraceparent(): string | undefined {
  const trace = traces.getStore()
  return trace && `00-${trace.id}-${randomBytes(8).toString('hex')}-${trace.flags}`
}

function readTrace(traceparent: string | null | undefined): Trace | undefined {
  const [, id, flags] = TRACE_PARENT.exec(traceparent ?? '') ?? []
  return id && flags ? { id, flags } : undefined
}
