/** By which address others reach this page: its own, or the server's in the network where the page's is this computer's. */
import { api } from "../net/api";

class Reach {
  origin = $state(location.origin);
  here_only = $state(["localhost", "127.0.0.1", "[::1]"].includes(location.hostname));

  /** Asks the server under which address others in the network find it. */
  async find(): Promise<void> {
    if (!this.here_only) return;
    const [found] = await api.reach().catch(() => []);
    if (found === undefined) return;
    this.origin = found;
    this.here_only = false;
  }
}

export const reach = new Reach();
