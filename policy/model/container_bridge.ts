/** Interfaces of a machine by their names: which of them lead to containers. */

/** Whether an interface leads to containers of this machine, not to the network. */
export function isContainerBridge(name: string): boolean {
  return /^(docker|br-|veth|virbr|cni|podman|lxc|flannel|cali)/.test(name);
}
