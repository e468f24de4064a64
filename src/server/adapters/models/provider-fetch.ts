/**
 * Maximum size in bytes of one answer, decompressed and with the model's reasoning: a hundred times what an answer
 * needs.
 */
const BODY_MAXIMUM = 4 * 1_048_576

/**
 * A `fetch` for the providers' SDKs. It refuses redirects, which would send the conversation to an address that the
 * operator did not configure, and cancels an answer that exceeds the maximum size.
 * @throws Error for a redirect; for an answer that is too long, reading its body fails with an Error
 */
export const providerFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    throw new Error(
      `The model's provider answered with a redirect (${response.status}), and conversations are not sent to another address.`,
    )
  }
  return response.body ? new Response(response.body.pipeThrough(boundedTo(BODY_MAXIMUM)), response) : response
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
