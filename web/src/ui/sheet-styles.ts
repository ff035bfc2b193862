// Classes of bottom sheets and of the overlay behind them. Above a sheet there is space for the toast, except on a phone in landscape.

export const overlayClassName =
  'fixed inset-0 z-40 bg-[rgb(0_0_0/0.66)] data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in'

export const sheetClassName =
  'fixed inset-x-0 bottom-0 z-40 flex max-h-[max(80dvh,100dvh-env(safe-area-inset-top)-88px)] short:max-h-dvh flex-col rounded-t-sheet border border-b-0 border-hairline bg-surface text-text shadow-2xl outline-none data-[state=closed]:animate-sink data-[state=open]:animate-rise md:inset-0 md:m-auto md:max-h-[86dvh] md:rounded-sheet md:border-b md:data-[state=closed]:animate-fade-out md:data-[state=open]:animate-settle'
