import type { AgentCopy } from './agent-copy.ts'

/** Keeps agents' copies within a budget of bytes. The agent that was asked longest ago is removed first. */
export function createMemory(budgetBytes: number) {
  const copies = new Map<string, AgentCopy>() // Sorted by use, the latest last.
  let evicted = 0

  const bytes = () => [...copies.values()].reduce((sum, copy) => sum + copy.bytes, 0)

  return {
    /** The agent's copy, of any version, whose load may not have ended yet. */
    latest: (agentId: string) => copies.get(agentId),
    /** The agent's copy of this version or a newer one; null when there is none, or its first load has not ended. */
    get(agentId: string, version: number): AgentCopy | null {
      const copy = copies.get(agentId)
      if (!copy || copy.version === null || copy.version < version) return null
      copies.delete(agentId)
      copies.set(agentId, copy)
      return copy
    },
    put(agentId: string, copy: AgentCopy): void {
      copies.delete(agentId)
      copies.set(agentId, copy)
    },
    /** Whether an agent's copy may grow by so many bytes. Removes other agents' copies to make room. */
    hasRoom(agentId: string, more: number): boolean {
      let held = bytes()
      for (const [other, copy] of copies) {
        if (held + more <= budgetBytes) break
        if (other === agentId) continue
        copies.delete(other)
        held -= copy.bytes
        evicted += 1
      }
      return held + more <= budgetBytes
    },
    /** Whether so many bytes more would fit without removing any copy, with a tenth of the budget to spare. */
    isRoomy: (more: number) => bytes() + more <= budgetBytes * 0.9,
    forget: (agentId: string) => copies.delete(agentId),
    stats() {
      const all = [...copies.values()]
      const chunks = all.reduce((sum, copy) => sum + copy.count, 0)
      const detailed = all.reduce((sum, copy) => sum + copy.units.size, 0)
      return { agents: copies.size, chunks, detailed, bytes: bytes(), evicted }
    },
  }
}
