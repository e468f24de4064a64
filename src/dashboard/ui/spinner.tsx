import LoaderCircle from 'lucide-react/icons/loader-circle'
import { cn } from '#dashboard/lib/cn.ts'

/** A decorative spinner, to be shown beside words that describe the progress. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />
}
