// check: definition call use

class Retry {
  //^ class Retry
  go(): number {
    //^ method Retry.go
    return 1;
  }
}

export class Client {
  //^ class Client
  constructor(
    //^ method Client.constructor
    public maxRetry: number,
    //^ field Client.maxRetry
    private readonly retry: Retry,
    //^ field Client.retry; use Retry -> Client.retry
    plain: Retry,
    //^ use Retry -> Client.constructor
    readonly named = "x",
    //^ field Client.named
    protected opt?: Retry,
    //^ field Client.opt; use Retry -> Client.opt
  ) {
    retry.go();
    //^ call Retry.go -> Client.constructor
    this.retry.go();
    //^ call Retry.go -> Client.constructor; use Client.retry -> Client.constructor
    plain.go();
    //^ call Retry.go -> Client.constructor
  }

  run(): number {
    //^ method Client.run
    return this.maxRetry;
    //^ use Client.maxRetry -> Client.run
  }
}

class Special extends Client {
  //^ class Special
  more() {
    //^ method Special.more
    return [this.opt.go(), this.named];
    //^ call Retry.go -> Special.more; use Client.opt -> Special.more; use Client.named -> Special.more
  }
}

export function read(client: Client) {
  //^ function read; use Client -> read
  client.maxRetry = 2;
  //^ use Client.maxRetry -> read
  const { named } = client;
  //^ use Client.named -> read
  return named;
}
