#pragma once

#include "widgets/kit/number_field.h"
#include "widgets/panels/param_scale.h"

#include <QBoxLayout>
#include <QLabel>
#include <QWidget>

#include <vector>

namespace bubblescope {

class ReasonBalloon;

/// The name, meaning and range of a parameter.
///
/// Units       those of the scenario key
/// Invariants  least <= scale.minimum, scale.maximum <= most
struct ParamSpec {
    QString key;         // the scenario key; also the object name
    QString symbol;      // "T_F"; empty for none
    QString word;        // "forward"
    QString definition;  // the tooltip
    ParamScale scale;    // what the slider covers
    double least = 0;    // what may be typed
    double most = 1;
    double usual = 0;  // what a double-click resets it to
    /// How values are formatted and parsed if not as plain numbers: "1 GB"; null: as numbers.
    QString (*write)(double value) = nullptr;
    std::optional<double> (*read)(const QString& text) = nullptr;
};

/// One parameter: symbol and word, a field, a slider, and a line for errors.
///
/// Invariants  shows the value from setValue() or the one last edited; a value beyond the slider's range widens the
///             range until a value that is typed or set fits in the usual range again
class ParamSlider : public QWidget {
    Q_OBJECT
public:
    explicit ParamSlider(ParamSpec spec, QWidget* parent = nullptr);
    ~ParamSlider() override;

    const ParamSpec& spec() const { return m_spec; }
    double value() const { return m_value; }
    void setValue(double value);
    /// Sets the range of the slider; a value beyond it widens it.
    void setRange(double minimum, double maximum);
    /// The unit after the number; empty for none.
    void setUnit(const QString& unit);
    /// Dragging snaps to multiples of `snap` unless Shift is held. 0: no snapping.
    void setSnap(double snap) { m_snap = snap; }
    /// Dragging and keys snap to these ascending values unless Shift is held; other values can be typed. Empty: no
    /// snapping.
    void setStops(std::vector<double> stops) { m_stops = std::move(stops); }
    /// The text in the field if the value is a list: "20–28". A click on the field then asks for the editor; the slider
    /// still asks for values, which scale all entries. Empty: a number.
    void setStandIn(const QString& text);
    /// The text shown instead of field and slider if something else determines the value: "= 400/D". Empty: the value
    /// is edited here.
    void setDetermined(const QString& text);
    bool isDetermined() const { return m_slider->isHidden(); }
    /// Marks the field and shows the reason below; empty: no error. Values `offered` instead of the present one follow
    /// the reason as links.
    void setError(const QString& reason, const QList<double>& offered = {});
    QString error() const { return m_refusal.isEmpty() ? m_outsideError : m_refusal; }
    const QList<double>& offered() const { return m_offered; }
    /// Adds a small button before the field.
    void addButton(QWidget* button);
    /// Replaces symbol and word.
    void setHeading(QWidget* heading);

    /// The value as shown.
    QString text() const;
    /// Moves up or down by steps that an audience can see: ParamScale::strode().
    void stepBy(int steps);

    NumberField* field() const { return m_field; }
    SlimSlider* slider() const { return m_slider; }

signals:
    /// The user changed the value. Edits of one drag or burst of key presses share a gesture; 0 is a gesture by itself.
    void valueEdited(double value, int gesture);
    void editorAsked();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void ask(double value, int gesture);
    void accept(const QString& text);
    QString textOf(double value) const;
    QString refusalOf(const QString& text, std::optional<double> number) const;
    double stopAt(double position) const;
    double steppedFrom(double value, SlimSlider::Step step) const;
    void fitScale();
    void showValue(double value);
    void showErrors();

    ParamSpec m_spec;
    ParamScale m_base;  // the usual range
    double m_value = 0;
    double m_snap = 0;
    std::vector<double> m_stops;
    QString m_unit;
    QString m_standIn;
    QString m_refusal;       // the error of what was typed
    QString m_outsideError;  // the error of the value in force
    QList<double> m_offered;
    QHBoxLayout* m_line = nullptr;
    QLabel *m_symbol = nullptr, *m_word = nullptr;
    QLabel* m_determined = nullptr;
    NumberField* m_field = nullptr;
    SlimSlider* m_slider = nullptr;
    ReasonBalloon* m_error = nullptr;
    std::vector<QWidget*> m_buttons;
};

}  // namespace bubblescope
