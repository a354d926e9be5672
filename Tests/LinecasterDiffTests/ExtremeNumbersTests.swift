import LinecasterDiff
import LinecasterTestSupport
import Testing

/// Paths, counts and places with extreme numbers; a trap would end the test process.
@Suite struct ExtremeNumbersTests {
  @Test func pathsTakeAnyNumber() {
    for section in ExtremeNumbers.integers {
      for item in ExtremeNumbers.integers {
        let path = ElementPath(section: section, item: item)
        #expect(path.section == Int(Int32(clamping: section)))
        #expect(path.item == Int(Int32(clamping: item)))
      }
    }
  }

  @Test func editsTakeAnyPlace() {
    for place in ExtremeNumbers.integers {
      for section in ExtremeNumbers.integers {
        var list = rows(1, 2, 3)
        _ = try? ListEdit<Row>.insert(rows(9), at: place).apply(to: &list, section: section)
        _ = try? ListEdit<Row>.move(2, to: place).apply(to: &list, section: section)
        #expect(Set(list.map(\.id)).isSuperset(of: [1, 2, 3]))
      }
    }
  }

  @Test func differencesOfAnotherCountAreRefused() {
    let difference = rows(1, 2, 4).difference(from: rows(1, 2, 3))
    for count in ExtremeNumbers.integers {
      #expect(Changeset(difference, count: count) == nil)
    }
    #expect(Changeset(difference, count: 3) != nil)
  }
}
