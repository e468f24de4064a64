import LoaderCircle from 'lucide-react/icons/loader-circle'
import { cn } from '#dashboard/lib/cn.ts'

/** Beside words that say what is going on; it says nothing by itself. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />
}
