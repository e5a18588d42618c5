/** Whether what somebody writes finds something by its name, any words of it, or by a part of its address. */
export function isMatch(text: string, name: string, address: string): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  const words = name.toLocaleLowerCase().split(/[\s-]+/);
  return (
    address.toLocaleLowerCase().includes(wanted) ||
    wanted.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))
  );
}
