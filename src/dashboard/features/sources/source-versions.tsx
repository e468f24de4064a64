import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { TextDifference } from '#dashboard/components/text-difference.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import type { Content } from './use-revision.ts'
import { asText, isWritten } from './written-text.ts'

interface SourceVersionsProps {
  agentId: string
  sourceId: string
  current: Content
  changeable: boolean
}

type Version = Data<'listSourceVersions'>[number]

/** The kept versions, the newest first, with what each changed and a button to restore it. */
export function SourceVersions({ agentId, sourceId, current, changeable }: SourceVersionsProps) {
  const params = { agent: agentId, source: sourceId }
  const versions = api.listSourceVersions.useQuery({ params })
  const members = api.listMembers.useQuery()
  const restore = api.restoreSourceVersion.useMutation({
    onSuccess: (_saved, { params }) => toast.success(`Version ${params.version} is restored, and training has begun`),
  })
  const mayRestore = usePermissions().may('restoreSourceVersion') && isWritten(current)
  if (!versions.data) return <NotLoaded query={versions} placeholder={<Skeleton className="h-20 w-full" />} />
  const run = (version: number) => {
    if (!restore.isPending)
      restore.mutate({ params: { ...params, version: String(version) }, body: { version: current.version } })
  }
  return (
    <>
      {restore.error && <ErrorNotice error={restore.error} act="Nothing was restored" />}
      <ol aria-label="Versions" className="flex flex-col divide-y divide-line rounded border border-line">
        {versions.data.map((version, index) => (
          <Row
            key={version.version}
            {...params}
            version={version}
            before={versions.data[index + 1]}
            author={members.data?.find(({ user_id }) => user_id === version.user_id)?.name}
            isCurrent={version.version === current.version}
            onRestore={mayRestore ? () => run(version.version) : undefined}
            pending={restore.isPending && restore.variables.params.version === String(version.version)}
            disabled={!changeable}
          />
        ))}
      </ol>
    </>
  )
}

interface RowProps {
  agent: string
  source: string
  version: Version
  /** The next older version, with which this one is compared; undefined for the oldest that is kept. */
  before: Version | undefined
  author: string | undefined
  isCurrent: boolean
  onRestore: (() => void) | undefined
  pending: boolean
  disabled: boolean
}

function Row({ agent, source, version, before, author, isCurrent, onRestore, pending, disabled }: RowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const number = version.version
  return (
    <li className="flex flex-col gap-2 p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 text-sm">
          <span className="font-medium">Version {number}</span>
          <span className="text-muted">
            {isCurrent && ', current'}
            {author && `, by ${author}`}, <RelativeTime value={version.created_at} />
          </span>
        </p>
        <div className="flex gap-2">
          <Button
            size="sm"
            aria-expanded={isOpen}
            aria-label={`${before ? 'What changed' : 'What it said'}: version ${number}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {before ? 'What changed' : 'What it said'}
          </Button>
          {onRestore && !isCurrent && (
            <Button
              size="sm"
              pending={pending}
              disabled={disabled}
              onClick={onRestore}
              aria-label={`Restore version ${number}`}
            >
              Restore
            </Button>
          )}
        </div>
      </div>
      {isOpen && <Change agent={agent} source={source} version={version} before={before} />}
    </li>
  )
}

function Change({ agent, source, version, before }: Pick<RowProps, 'agent' | 'source' | 'version' | 'before'>) {
  const read = (number: number) =>
    api.getSourceVersion.queryOptions({ params: { agent, source, version: String(number) } })
  const after = useQuery(read(version.version))
  const old = useQuery({ ...read(before?.version ?? version.version), enabled: before !== undefined })
  const failed = [after, old].find(({ error }) => error)
  if (failed) return <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />
  if (!after.data || (before && !old.data)) return <Skeleton className="h-16 w-full" />
  const label = `What version ${version.version} says`
  if (!old.data || !before)
    return <p className="max-h-80 overflow-y-auto whitespace-pre-wrap break-words text-sm">{asText(after.data)}</p>
  return (
    <>
      {old.data.title !== after.data.title && (
        <p className="break-words text-sm">
          Title: <del>{old.data.title}</del> <ins className="no-underline">{after.data.title}</ins>
        </p>
      )}
      <TextDifference before={asText(old.data)} after={asText(after.data)} label={label} />
    </>
  )
}
