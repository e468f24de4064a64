import { nextTraceparent } from '../../process/trace.ts'

/**
 * Makes a `fetch` for model providers. Refuses redirects, which would send a company's texts to an address that nobody
 * configured, and cancels too long an answer. Only these two are errors of its own. Each request names the trace that it
 * belongs to, if any.
 * @param maximum size in bytes of one answer, decompressed
 * @param send what sends the requests: by default to any address, as for those that the operator has configured
 */
export function createProviderFetch(maximum: number, send: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    const traceparent = nextTraceparent()
    if (traceparent) headers.set('traceparent', traceparent)
    const response = await send(input, { ...init, headers, redirect: 'manual' })
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      throw new Error(
        `The model's provider answered with a redirect (${response.status}), and nothing is sent to another address.`,
      )
    }
    return response.body ? new Response(response.body.pipeThrough(boundedTo(maximum)), response) : response
  }
}

function boundedTo(maximum: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return new TransformStream({
    transform(part, controller) {
      bytes += part.byteLength
      if (bytes > maximum) controller.error(new Error(`The model's provider answered with more than ${maximum} bytes.`))
      else controller.enqueue(part)
    },
  })
}
