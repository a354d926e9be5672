extension Delivery {
  /// The same delivery, with the time it takes on the main queue counted.
  func metered(by meter: PipelineMeter) -> Delivery {
    Delivery { work in
      send {
        let start = ContinuousClock.now
        work()
        meter.countDelivery(nanoseconds: PipelineMeter.nanoseconds(since: start))
      }
    }
  }
}
