extension Delivery {
  /// The same delivery, with the time it takes on the main queue counted.
  func metered(by meter: PipelineMeter) -> Delivery {
    let metered: @Sendable (@escaping Work) -> Work = { work in
      {
        let start = ContinuousClock.now
        work()
        meter.countDelivery(since: start)
      }
    }
    return Delivery(
      post: { send(metered($0)) }, postLater: { send(after: $0, metered($1)) }, clock: { now })
  }
}
