import type { AgentIndex } from './agent-index.ts'

/** Agents' indexes within a budget of bytes: whoever was asked longest ago leaves first. The newest always stays. */
export function createMemory(budgetBytes: number) {
  const agents = new Map<string, AgentIndex>() // in order of use, the latest last
  let bytes = 0
  let evicted = 0

  function forget(agentId: string): void {
    bytes -= agents.get(agentId)?.bytes ?? 0
    agents.delete(agentId)
  }

  return {
    /** Of any version. */
    latest: (agentId: string) => agents.get(agentId),
    /** Null when there is no copy, or only one of another version. */
    get(agentId: string, version: number | string): AgentIndex | null {
      const index = agents.get(agentId)
      if (!index || index.version !== version) return null
      agents.delete(agentId)
      agents.set(agentId, index)
      return index
    },
    put(agentId: string, index: AgentIndex): void {
      forget(agentId)
      agents.set(agentId, index)
      bytes += index.bytes
      for (const oldest of agents.keys()) {
        if (bytes <= budgetBytes || oldest === agentId) break
        forget(oldest)
        evicted += 1
      }
    },
    forget,
    stats() {
      const indexes = [...agents.values()]
      const chunks = indexes.reduce((sum, index) => sum + index.count, 0)
      const detailed = indexes.reduce((sum, index) => sum + index.units.size, 0)
      return { agents: agents.size, chunks, detailed, bytes, evicted }
    },
  }
}
