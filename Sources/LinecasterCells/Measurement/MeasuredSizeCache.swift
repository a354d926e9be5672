public import LinecasterCaches
public import LinecasterGeometry

/// The sizes of cells measured before, found by content and environment.
public typealias MeasuredSizeCache = ShardedCache<MeasurementKey, Size>
