import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SourceList } from './source-list.tsx'

const route = getRouteApi('/_app/agents/$agentId/sources')

/** The screen of an agent's sources. */
export function SourcesPage(): ReactNode {
  const { agentId } = route.useParams()
  return <SourceList key={agentId} /> // or another agent's list would begin with the sources and choices of this one
}
