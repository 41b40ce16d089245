;; The inner loops over vectors: $dimensions is a multiple of 16, and $bytes, of a code, of 32.
(module
  (import "vectors" "memory" (memory 1))

  ;; The product of an 8-bit row with the 16-bit query, as a 32-bit integer.
  (func $dot (param $row i32) (param $query i32) (param $dimensions i32) (result i32)
    (local $end i32) (local $numbers v128) (local $low v128) (local $high v128)
    (local.set $end (i32.add (local.get $row) (local.get $dimensions)))
    (loop $step
      (local.set $numbers (v128.load (local.get $row)))
      (local.set $low (i32x4.add (local.get $low)
        (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $numbers)) (v128.load (local.get $query)))))
      (local.set $high (i32x4.add (local.get $high)
        (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $numbers)) (v128.load offset=16 (local.get $query)))))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (local.set $query (i32.add (local.get $query) (i32.const 32)))
      (br_if $step (i32.lt_u (local.get $row) (local.get $end))))
    (local.set $low (i32x4.add (local.get $low) (local.get $high)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $low)) (i32x4.extract_lane 1 (local.get $low)))
      (i32.add (i32x4.extract_lane 2 (local.get $low)) (i32x4.extract_lane 3 (local.get $low)))))

  ;; One row.
  (func (export "dot") (param $row i32) (param $query i32) (param $dimensions i32) (result i32)
    (call $dot (local.get $row) (local.get $query) (local.get $dimensions)))

  ;; All rows, into $results: four at a time, so that the query is read once for four, then those that are left.
  (func (export "dots") (param $rows i32) (param $count i32) (param $query i32) (param $dimensions i32) (param $results i32)
    (local $end i32) (local $fours i32) (local $at i32) (local $rowEnd i32)
    (local $a i32) (local $b i32) (local $c i32) (local $d i32)
    (local $numbers v128) (local $low v128) (local $high v128)
    (local $suma v128) (local $sumb v128) (local $sumc v128) (local $sumd v128)
    (local.set $end (i32.add (local.get $results) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $fours (i32.add (local.get $results) (i32.shl (i32.and (local.get $count) (i32.const -4)) (i32.const 2))))
    (block $noFours
      (loop $nextFour
        (br_if $noFours (i32.ge_u (local.get $results) (local.get $fours)))
        (local.set $a (local.get $rows))
        (local.set $b (i32.add (local.get $a) (local.get $dimensions)))
        (local.set $c (i32.add (local.get $b) (local.get $dimensions)))
        (local.set $d (i32.add (local.get $c) (local.get $dimensions)))
        (local.set $rowEnd (local.get $b))
        (local.set $rows (i32.add (local.get $d) (local.get $dimensions)))
        (local.set $at (local.get $query))
        (local.set $suma (v128.const i32x4 0 0 0 0))
        (local.set $sumb (v128.const i32x4 0 0 0 0))
        (local.set $sumc (v128.const i32x4 0 0 0 0))
        (local.set $sumd (v128.const i32x4 0 0 0 0))
        (loop $step
          (local.set $low (v128.load (local.get $at)))
          (local.set $high (v128.load offset=16 (local.get $at)))
          (local.set $numbers (v128.load (local.get $a)))
          (local.set $suma (i32x4.add (local.get $suma) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $numbers)) (local.get $low))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $numbers)) (local.get $high)))))
          (local.set $a (i32.add (local.get $a) (i32.const 16)))
          (local.set $numbers (v128.load (local.get $b)))
          (local.set $sumb (i32x4.add (local.get $sumb) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $numbers)) (local.get $low))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $numbers)) (local.get $high)))))
          (local.set $b (i32.add (local.get $b) (i32.const 16)))
          (local.set $numbers (v128.load (local.get $c)))
          (local.set $sumc (i32x4.add (local.get $sumc) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $numbers)) (local.get $low))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $numbers)) (local.get $high)))))
          (local.set $c (i32.add (local.get $c) (i32.const 16)))
          (local.set $numbers (v128.load (local.get $d)))
          (local.set $sumd (i32x4.add (local.get $sumd) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $numbers)) (local.get $low))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $numbers)) (local.get $high)))))
          (local.set $d (i32.add (local.get $d) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $step (i32.lt_u (local.get $a) (local.get $rowEnd))))
        (i32.store offset=0 (local.get $results) (i32.add (i32.add (i32x4.extract_lane 0 (local.get $suma)) (i32x4.extract_lane 1 (local.get $suma))) (i32.add (i32x4.extract_lane 2 (local.get $suma)) (i32x4.extract_lane 3 (local.get $suma)))))
        (i32.store offset=4 (local.get $results) (i32.add (i32.add (i32x4.extract_lane 0 (local.get $sumb)) (i32x4.extract_lane 1 (local.get $sumb))) (i32.add (i32x4.extract_lane 2 (local.get $sumb)) (i32x4.extract_lane 3 (local.get $sumb)))))
        (i32.store offset=8 (local.get $results) (i32.add (i32.add (i32x4.extract_lane 0 (local.get $sumc)) (i32x4.extract_lane 1 (local.get $sumc))) (i32.add (i32x4.extract_lane 2 (local.get $sumc)) (i32x4.extract_lane 3 (local.get $sumc)))))
        (i32.store offset=12 (local.get $results) (i32.add (i32.add (i32x4.extract_lane 0 (local.get $sumd)) (i32x4.extract_lane 1 (local.get $sumd))) (i32.add (i32x4.extract_lane 2 (local.get $sumd)) (i32x4.extract_lane 3 (local.get $sumd)))))
        (local.set $results (i32.add (local.get $results) (i32.const 16)))
        (br $nextFour)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $results) (local.get $end)))
        (i32.store (local.get $results) (call $dot (local.get $rows) (local.get $query) (local.get $dimensions)))
        (local.set $rows (i32.add (local.get $rows) (local.get $dimensions)))
        (local.set $results (i32.add (local.get $results) (i32.const 4)))
        (br $next))))

  ;; The rows of the slots that stand in $results: each slot is replaced by its product.
  (func (export "dotsAt") (param $rows i32) (param $count i32) (param $query i32) (param $dimensions i32) (param $results i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $results) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $results) (local.get $end)))
        (i32.store (local.get $results)
          (call $dot
            (i32.add (local.get $rows) (i32.mul (i32.load (local.get $results)) (local.get $dimensions)))
            (local.get $query)
            (local.get $dimensions)))
        (local.set $results (i32.add (local.get $results) (i32.const 4)))
        (br $next))))

  ;; How many bits differ between each code and the query's code, as 16-bit numbers into $results, and how often each number came, added to
  ;; the 32-bit $counts.
  (func (export "distances") (param $codes i32) (param $count i32) (param $query i32) (param $bytes i32) (param $results i32) (param $counts i32)
    (local $end i32) (local $codeEnd i32) (local $at i32) (local $distance i32) (local $sum i64)
    (local.set $end (i32.add (local.get $results) (i32.shl (local.get $count) (i32.const 1))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $results) (local.get $end)))
        (local.set $sum (i64.const 0))
        (local.set $codeEnd (i32.add (local.get $codes) (local.get $bytes)))
        (local.set $at (local.get $query))
        (loop $step
          (local.set $sum (i64.add (local.get $sum) (i64.add
            (i64.add
              (i64.popcnt (i64.xor (i64.load (local.get $codes)) (i64.load (local.get $at))))
              (i64.popcnt (i64.xor (i64.load offset=8 (local.get $codes)) (i64.load offset=8 (local.get $at)))))
            (i64.add
              (i64.popcnt (i64.xor (i64.load offset=16 (local.get $codes)) (i64.load offset=16 (local.get $at))))
              (i64.popcnt (i64.xor (i64.load offset=24 (local.get $codes)) (i64.load offset=24 (local.get $at))))))))
          (local.set $codes (i32.add (local.get $codes) (i32.const 32)))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $step (i32.lt_u (local.get $codes) (local.get $codeEnd))))
        (local.set $distance (i32.wrap_i64 (local.get $sum)))
        (i32.store16 (local.get $results) (local.get $distance))
        (local.set $at (i32.add (local.get $counts) (i32.shl (local.get $distance) (i32.const 2))))
        (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
        (local.set $results (i32.add (local.get $results) (i32.const 2)))
        (br $next))))

  ;; The places of the 16-bit $distances that are not above $farthest, as 32-bit numbers into $places; says how many. Every place is written
  ;; and most are written over by the next: that is faster than a branch that is hard to foretell.
  (func (export "within") (param $distances i32) (param $count i32) (param $farthest i32) (param $places i32) (result i32)
    (local $place i32) (local $start i32)
    (local.set $start (local.get $places))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $place) (local.get $count)))
        (i32.store (local.get $places) (local.get $place))
        (local.set $places (i32.add (local.get $places)
          (i32.shl (i32.le_u (i32.load16_u (local.get $distances)) (local.get $farthest)) (i32.const 2))))
        (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
        (local.set $place (i32.add (local.get $place) (i32.const 1)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $places) (local.get $start)) (i32.const 2)))

  ;; Writes the direction of the 32-bit floats at $vector as 8-bit numbers to $row: each times $scale over the vector's length, to the nearest
  ;; whole number. A vector without a direction becomes zeros. Sums in two lanes, as the plain loop does, so that both give the same numbers.
  (func (export "quantise") (param $vector i32) (param $row i32) (param $dimensions i32) (param $scale f64)
    (local $at i32) (local $end i32) (local $squares v128) (local $wide v128) (local $sum f64) (local $factor v128)
    (local.set $at (local.get $vector))
    (local.set $end (i32.add (local.get $vector) (i32.shl (local.get $dimensions) (i32.const 2))))
    (loop $step
      (local.set $wide (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $at))))
      (local.set $squares (f64x2.add (local.get $squares) (f64x2.mul (local.get $wide) (local.get $wide))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $step (i32.lt_u (local.get $at) (local.get $end))))
    (local.set $sum (f64.add (f64x2.extract_lane 0 (local.get $squares)) (f64x2.extract_lane 1 (local.get $squares))))
    (local.set $factor (f64x2.splat
      (select (f64.div (local.get $scale) (f64.sqrt (local.get $sum))) (f64.const 0) (f64.gt (local.get $sum) (f64.const 0)))))
    (loop $eight
      (i64.store (local.get $row) (i64x2.extract_lane 0 (i8x16.max_s (i8x16.splat (i32.const -127)) (i8x16.narrow_i16x8_s
        (i16x8.narrow_i32x4_s
          (call $rounded (local.get $vector) (local.get $factor))
          (call $rounded (i32.add (local.get $vector) (i32.const 16)) (local.get $factor)))
        (v128.const i32x4 0 0 0 0)))))
      (local.set $row (i32.add (local.get $row) (i32.const 8)))
      (local.set $vector (i32.add (local.get $vector) (i32.const 32)))
      (br_if $eight (i32.lt_u (local.get $vector) (local.get $end)))))

  ;; Four floats times $factor, each to the nearest whole number: half a step away from zero, then without its fraction.
  (func $rounded (param $at i32) (param $factor v128) (result v128)
    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
      (call $roundedTwo (v128.load64_zero (local.get $at)) (local.get $factor))
      (call $roundedTwo (v128.load64_zero offset=8 (local.get $at)) (local.get $factor))))

  (func $roundedTwo (param $floats v128) (param $factor v128) (result v128)
    (local $product v128)
    (local.set $product (f64x2.mul (f64x2.promote_low_f32x4 (local.get $floats)) (local.get $factor)))
    (i32x4.trunc_sat_f64x2_s_zero (f64x2.add (local.get $product)
      (v128.or (v128.const f64x2 0.5 0.5) (v128.and (local.get $product) (v128.const f64x2 -0.0 -0.0))))))

  ;; Adds 8-bit rows, each times its own of the 32-bit float $scales, to the 32-bit floats at $sum. The rows are those whose 32-bit numbers
  ;; stand from $numbers to $numbersEnd. Sixteen numbers of all rows are summed up before the next sixteen, so that sums stay in registers.
  (func (export "addRows") (param $rows i32) (param $scales i32) (param $numbers i32) (param $numbersEnd i32) (param $sum i32) (param $dimensions i32)
    (local $rowsEnd i32) (local $at i32) (local $number i32) (local $factor v128) (local $row v128) (local $half v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $rowsEnd (i32.add (local.get $rows) (local.get $dimensions)))
    (loop $sixteen
      (local.set $a (v128.load (local.get $sum)))
      (local.set $b (v128.load offset=16 (local.get $sum)))
      (local.set $c (v128.load offset=32 (local.get $sum)))
      (local.set $d (v128.load offset=48 (local.get $sum)))
      (local.set $at (local.get $numbers))
      (block $noRows
        (loop $next
          (br_if $noRows (i32.ge_u (local.get $at) (local.get $numbersEnd)))
          (local.set $number (i32.load (local.get $at)))
          (local.set $factor (v128.load32_splat (i32.add (local.get $scales) (i32.shl (local.get $number) (i32.const 2)))))
          (local.set $row (v128.load (i32.add (local.get $rows) (i32.mul (local.get $number) (local.get $dimensions)))))
          (local.set $half (i16x8.extend_low_i8x16_s (local.get $row)))
          (local.set $a (f32x4.add (local.get $a)
            (f32x4.mul (local.get $factor) (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))))))
          (local.set $b (f32x4.add (local.get $b)
            (f32x4.mul (local.get $factor) (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))))))
          (local.set $half (i16x8.extend_high_i8x16_s (local.get $row)))
          (local.set $c (f32x4.add (local.get $c)
            (f32x4.mul (local.get $factor) (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))))))
          (local.set $d (f32x4.add (local.get $d)
            (f32x4.mul (local.get $factor) (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))))))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (br $next)))
      (v128.store (local.get $sum) (local.get $a))
      (v128.store offset=16 (local.get $sum) (local.get $b))
      (v128.store offset=32 (local.get $sum) (local.get $c))
      (v128.store offset=48 (local.get $sum) (local.get $d))
      (local.set $sum (i32.add (local.get $sum) (i32.const 64)))
      (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
      (br_if $sixteen (i32.lt_u (local.get $rows) (local.get $rowsEnd))))))
