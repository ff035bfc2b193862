// Parts of a page that are chunks of their own. If one cannot be loaded or throws an error, the page around it stays, with what was typed.

import { TriangleAlert } from 'lucide-react'
import {
  Component,
  lazy,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { gafferProblemText, NetworkError, noConnectionText } from './api-error.ts'
import { importAgain } from '#ui/import-again.ts'
import { onConnectionChange, probeServer, readConnectionState } from './connection.ts'

/** A module that exports a component with this name. */
// oxlint-disable-next-line typescript/no-explicit-any -- as in React's own type of `lazy`
type ModuleWith<Name extends string> = Record<Name, ComponentType<any>>
type PartOf<Module extends ModuleWith<Name>, Name extends string> = ComponentType<ComponentProps<Module[Name]>>

/** Returns a component in the flow of the page, loaded when it is first rendered. The caller provides the `Suspense`. */
export function lazyPart<Module extends ModuleWith<Name>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): PartOf<Module, Name> {
  return makePart(load, name, 'mt-3')
}

/** Like `lazyPart`, for a dialog or sheet: a failure is shown above the page, because its place in the page may be out of sight. */
export function lazyOverlay<Module extends ModuleWith<Name>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): PartOf<Module, Name> {
  const className = 'fixed inset-x-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-40 mx-auto max-w-xl bg-bg'
  return makePart(load, name, className)
}

/** The properties that most overlays have. */
type OverlayProps = { isOpen?: boolean; onClose?: () => void }

function makePart<Module extends ModuleWith<Name>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
  className: string,
): PartOf<Module, Name> {
  const makeLazy = (loadModule: typeof load) => lazy(async () => ({ default: (await loadModule())[name] }))
  let current = makeLazy(load)
  return function LazyPart(props: ComponentProps<Module[Name]>) {
    const { isOpen = true, onClose } = props as OverlayProps
    const [Part, setPart] = useState(() => current)
    const [hasRetried, setRetried] = useState(false)
    function retry() {
      setRetried(true)
      // React never loads a failed lazy component again: a retry needs a new one.
      current = makeLazy(() => importAgain(load))
      setPart(() => current)
    }
    return (
      <PartBoundary isOpen={isOpen} onClose={onClose} className={className} hasRetried={hasRetried} onRetry={retry}>
        <Part {...props} />
      </PartBoundary>
    )
  }
}

type FailureProps = {
  className: string
  hasRetried: boolean
  onRetry: () => void
  onClose: (() => void) | undefined
}
type BoundaryProps = FailureProps & { isOpen: boolean; children: ReactNode }

class PartBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { isOpen, onRetry, children, ...failure } = this.props
    if (this.state.error === null) return children
    const retry = () => {
      onRetry()
      this.setState({ error: null })
    }
    return isOpen && <PartFailure {...failure} error={this.state.error} onRetry={retry} />
  }
}

function PartFailure({ error, className, hasRetried, onRetry, onClose }: FailureProps & { error: unknown }) {
  const text = useFailureText(error)
  // If a chunk that the part imports has failed, the browser keeps that failure until the page is loaded again.
  const needsReload = hasRetried && text !== noConnectionText
  return (
    <div className={className}>
      <Banner
        tone="danger"
        role="alert"
        icon={<TriangleAlert aria-hidden="true" className="size-5 text-danger" />}
        action={
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={needsReload ? () => location.reload() : onRetry}>
              {needsReload ? 'Reload' : 'Try again'}
            </Button>
            {onClose && (
              <Button variant="quiet" onClick={onClose}>
                Close
              </Button>
            )}
          </div>
        }
      >
        <p className="font-semibold">This part could not be shown</p>
        <p className="text-sm text-muted">{text}</p>
      </Banner>
    </div>
  )
}

/** The text for a part of a page that could not be shown. It mentions the connection only if the server cannot be reached. */
function useFailureText(error: unknown): string {
  const { isLost } = useSyncExternalStore(onConnectionChange, readConnectionState, readConnectionState)
  // The error of a failed import does not say whether the server was reached.
  useEffect(() => void probeServer(), [])
  return isLost || error instanceof NetworkError ? noConnectionText : gafferProblemText
}
