import type { QuotaName } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { byteSize, counted } from '#dashboard/lib/sizes.ts'

const words: Partial<Record<QuotaName, (left: number) => string>> = {
  text_characters: (left) => `${counted(left, 'character')} left`,
  urls: (left) => `${counted(left, 'page')} left`,
  document_bytes: (left) => `${byteSize(left)} left`,
}

/** What is left of a quota; undefined until it is loaded, and for people whose role does not show the plan. */
function useAllowance(quota: QuotaName): number | undefined {
  const { may } = usePermissions()
  const { data } = api.getOrganization.useQuery({
    enabled: may('getOrganization'),
  })
  return data && Math.max(0, data.usage[quota].limit - data.usage[quota].used)
}

/** Shows beside a form how much of a quota is left; red when the form needs more. */
export function Allowance({ quota, wanted }: { quota: QuotaName; wanted: number }) {
  const left = useAllowance(quota)
  if (left === undefined) return null
  const over = wanted > left
  return (
    <p
      className={cn('mr-auto text-sm tabular-nums max-sm:basis-full', over ? 'text-danger' : 'text-muted')}
      aria-live="polite"
    >
      {words[quota]?.(left)} on your plan{over && ': too few for this'}
    </p>
  )
}
