/**
 * Has no element the focus? A button that was just disabled counts as active until the browser
 * draws the page again, and then loses the focus.
 */
export function focusIsLost(): boolean {
  const held = document.activeElement;
  return !held || held === document.body || held.matches(':disabled');
}
