/**
 * Agents with at most so many chunks are small. All their chunks are returned for a question, so that one whose words
 * none of them has ("How can I reach you?") still finds the one that answers it; and what is quoted of them must bear
 * out what the question names, as it says little how rare a word is among so few.
 */
export const SMALL_AGENT_CHUNKS = 60
