/**
 * Agents with at most so many chunks are small: all chunks are returned, so that a question whose words none has still
 * finds its answer ("How can I reach you?"); and quotes must bear out what the question names.
 */
export const SMALL_AGENT_CHUNKS = 60
