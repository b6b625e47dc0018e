/** The little shop that the demo's pull requests change. */
export const mainFiles: Record<string, string> = {
  'README.md': '# Shop\n\nA cart and an order.\n',
  'src/cart.js': 'export const total = prices => prices.reduce((sum, price) => sum + price, 0)\n',
  'src/mail.js': 'export const mail = () => {}\n',
  'src/stock.js': 'export const count = list => list.length\n',
  'src/order.js': 'export const send = order => fetch("/orders", { method: "POST", body: JSON.stringify(order) })\n',
}

const cartHead = [
  'export const total = prices => prices.reduce((sum, price) => sum + price, 0)',
  '',
  'export const average = prices =>',
]

export const cartWithFaults = [
  ...cartHead,
  '  total(prices) / prices.length',
  '',
  'export const discounted = (prices, coupon) => total(prices) * eval(coupon)',
  '',
].join('\n')

export const cartMended = [
  ...cartHead,
  '  prices.length === 0 ? 0 : total(prices) / Math.max(1, prices.length)',
  '',
  'const coupons = { SPRING: 0.9 }',
  'export const discounted = (prices, coupon) => total(prices) * (coupons[coupon] ?? 1)',
  '',
].join('\n')

const orderWith = (body: string[]): string => ['export const send = async order => {', ...body, '}', ''].join('\n')

/** Each mends the fault of the one before and brings the other back: a loop that does not converge by itself. */
export const orderRetriesForEver = orderWith([
  '  const retry = () => send(order)',
  '  const answer = await fetch("/orders", { method: "POST", body: JSON.stringify(order) })',
  '  if (!answer.ok) setTimeout(retry, 0)',
])

export const orderSwallows = orderWith([
  '  try {',
  '    await fetch("/orders", { method: "POST", body: JSON.stringify(order) })',
  '  } catch {}',
])

export const orderRetriesAgain = orderWith([
  '  const retry = () => send(order)',
  '  const answer = await fetch("/orders", { method: "POST", body: JSON.stringify(order) })',
  '  // Keep trying until the shop is back.',
  '  if (!answer.ok) setTimeout(retry, 0)',
])
